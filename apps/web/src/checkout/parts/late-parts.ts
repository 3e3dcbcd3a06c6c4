import { lazy } from 'react';
import { steadyLazy } from '../../ui/lazy.tsx';

const fetchParts = () => import('./pay-page-parts.tsx');

export const ConsentTerms = steadyLazy(async () => (await fetchParts()).ConsentTerms);
export const SameAgainSheet = lazy(async () => ({ default: (await fetchParts()).SameAgainSheet }));
