// The practice of a replay, for the components within its page; null where there is none.
import { createContext } from 'react';
import type { PracticeController } from './practice-controller.ts';

export const PracticeContext = createContext<PracticeController | null>(null);
