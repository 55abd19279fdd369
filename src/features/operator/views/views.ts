// The views of the operator's page, in the order of their tabs.
import type { ReactNode } from 'react';
import type { OperatorApi } from '../operator-api.ts';
import type { ViewInput } from '../operator-context.ts';
import { showApprovals } from './approvals-view.tsx';
import { showAuditLog } from './audit-view.tsx';
import { showExchange } from './exchange-view.tsx';
import { showHealth } from './health-view.tsx';
import { showOperators } from './operators-view.tsx';
import { showQueues } from './queues-view.tsx';
import { showUsers } from './users-view.tsx';

/** Loads what a view shows, and returns it. Rejects when a call is refused. */
type ShowView = (api: OperatorApi, input: ViewInput) => Promise<ReactNode>;

export type ViewName = 'Queues' | 'Users' | 'Exchange' | 'Approvals' | 'Operators' | 'Health' | 'Log';

export const VIEWS: Record<ViewName, ShowView> = {
  Queues: showQueues,
  Users: showUsers,
  Exchange: showExchange,
  Approvals: showApprovals,
  Operators: showOperators,
  Health: showHealth,
  Log: showAuditLog,
};

/** Views of the owner's token where operators have accounts. */
export const OWNER_VIEWS: readonly ViewName[] = ['Operators'];
