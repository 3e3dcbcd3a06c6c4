import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { NAMED_FAULTS } from './named-faults.ts';

test.for(NAMED_FAULTS)(
  'the text that the planted fault "$name" replaces occurs exactly once in its file',
  (fault) => {
    const source = readFileSync(join(REPOSITORY, fault.file), 'utf8');
    expect(source.split(fault.from)).toHaveLength(2);
  },
);
