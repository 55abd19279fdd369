// What the views of the operator's page share: the session, the dialog, the status line.
import { createContext, useContext } from 'react';
import type { HealthFigures, Operator, PendingAction } from '../../../core/endpoints/operator-answers.ts';
import type { Action, FormValues, OperatorApi, Row } from './operator-api.ts';

/** A step of the dialog. */
export type DialogStep =
  | { kind: 'form'; action: Action; requestId: string; given: FormValues; values: FormValues }
  | { kind: 'confirm'; title: string; values: Row; back: DialogStep | null; confirm: () => Promise<void> }
  | { kind: 'invitation'; name: string; invite: string };

/** What a view needs beside the interface to load what it shows. */
export interface ViewInput {
  /** uid or e-mail of the user that was looked up last; '' for none. */
  who: string;
  /** Receives figures that the view loads, for the header. */
  onHealth: (health: HealthFigures) => void;
}

export interface OperatorContextValue {
  api: OperatorApi;
  me: Operator;
  /** The actions that this operator may do, by name. */
  actions: ReadonlyMap<string, Action>;
  /** Shows the user of a uid or an e-mail. */
  findUser: (who: string) => void;
  /** Opens the form of an action. Fields of `given` are fixed. */
  openAction: (name: string, given?: FormValues) => void;
  /** Opens the confirmation of a decision on an action that waits for a second operator. */
  openDecision: (verb: 'approve' | 'decline', pending: PendingAction) => void;
  /** Runs what a button starts; an error is shown in the status line. */
  run: (task: () => Promise<void>) => void;
  /** Loads the current view again. */
  refresh: () => Promise<void>;
}

export const OperatorContext = createContext<OperatorContextValue | null>(null);

export function useOperator(): OperatorContextValue {
  const value = useContext(OperatorContext);
  if (value === null) throw new Error('useOperator is called outside the operator page');
  return value;
}
