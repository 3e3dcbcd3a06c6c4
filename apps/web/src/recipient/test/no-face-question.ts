import type { FaceQuestion } from '../new-face.tsx';

/** For a page on which nothing waits for the confirmation of the recipient. */
export const NO_FACE_QUESTION: FaceQuestion = {
  isOpen: false,
  onConfirm: () => undefined,
  onClose: () => undefined,
};
