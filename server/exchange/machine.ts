// The pure state machine of the exchange: commands in, outcomes out.
// No clock, randomness or IO: the same commands give the same outcomes.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { placeBinaryOption } from './binary-options/place-binary-option.ts';
import { OpenBinaryOptions } from './binary-options/open-binary-options.ts';
import { delistMarket } from './closing/delist-market.ts';
import type { Command, Stamp } from './command.ts';
import type { CommandContext } from './command-context.ts';
import {
  addMargin,
  cancelContract,
  closeAllContracts,
  closeContract,
  replaceContract,
  setTrigger,
} from './contracts/amend-contract.ts';
import { onMakerFill } from './contracts/contract-execution.ts';
import { newContractMarket } from './contracts/contract-market.ts';
import { OpenContracts } from './contracts/open-contracts.ts';
import { placeContract } from './contracts/place-contract.ts';
import { runTriggers } from './contracts/triggers.ts';
import { credit } from './credit.ts';
import type { ExchangeEvent } from './event.ts';
import { convert, quoteConvert } from './funds/convert.ts';
import { applyDeposit, cancelWithdraw, decideFund, requestWithdraw, settleWithdraw } from './funds/fund-orders.ts';
import { Funds } from './funds/fund.ts';
import { transfer } from './funds/transfer.ts';
import { Ledger } from './ledger/ledger.ts';
import { MachineQueries } from './machine-queries.ts';
import { commitClock } from './mark/beat-secret.ts';
import { indexStates } from './mark/index-price.ts';
import { marketStatus } from './market-status.ts';
import { OpenOrders } from './matching/open-orders.ts';
import { type Market, newMarket } from './matching/spot-market.ts';
import { onClock } from './on-clock.ts';
import type { Answer, Outcome } from './outcome.ts';
import { cancelAllSpot, cancelSpot, placeSpot, quote, restart } from './spot-commands.ts';
import { type StoredState, restoreState } from './restore-state.ts';
import { snapshotState } from './snapshot-state.ts';
import type { ExchangeState } from './state.ts';

export class Machine extends MachineQueries {
  constructor(instruments: Instrument[]) {
    super(newState(instruments));
  }

  /** Applies one command. Throws Error only on a defect; the state must then be discarded. */
  apply({ seq, ts }: Stamp, command: Command): Outcome {
    const events: ExchangeEvent[] = [];
    const context: CommandContext = { exchange: this.exchange, ts, events, onMakerFill };
    const answer = dispatch(context, command);
    runTriggers(context);
    return { seq, ts, answer, events };
  }

  /** The state as it is, for `restore` of another machine: both then answer every further command alike. */
  snapshot(): StoredState {
    return snapshotState(this.exchange);
  }

  /** Fills a new machine with stored state. Throws Error when that contradicts itself. */
  restore(state: StoredState): void {
    restoreState(this.exchange, state);
  }
}

function newState(instruments: Instrument[]): ExchangeState {
  const ledger = new Ledger();
  const markets = new Map<number, Market>();
  for (const instrument of instruments)
    if (instrument.info.pair !== '') markets.set(instrument.info.id, newMarket(instrument, ledger));
  const contracts = new OpenContracts();
  for (const instrument of instruments)
    if (instrument.info.contractEnable === 1)
      contracts.markets.set(instrument.info.id, newContractMarket(instrument, markets.get(instrument.info.id)!));
  return {
    markets,
    ledger,
    orders: new OpenOrders(),
    contracts,
    funds: new Funds(),
    binaryOptions: new OpenBinaryOptions(),
    clock: { head: '', second: 0, beats: 0 },
    indexes: indexStates(instruments, markets),
    orderId: 0,
    dealId: 0,
  };
}

function dispatch(context: CommandContext, command: Command): Answer {
  switch (command.kind) {
    case 'placeSpot':
      return placeSpot(context, command);
    case 'cancelSpot':
      return cancelSpot(context, command);
    case 'cancelAllSpot':
      return cancelAllSpot(context, command);
    case 'restart':
      return restart(context);
    case 'quote':
      return quote(context, command);
    case 'credit':
      return credit(context, command);
    case 'marketStatus':
      return marketStatus(context, command);
    case 'delistMarket':
      return delistMarket(context, command);
    case 'placeContract':
      return placeContract(context, command);
    case 'replaceContract':
      return replaceContract(context, command);
    case 'cancelContract':
      return cancelContract(context, command);
    case 'setProfit':
    case 'setLoss':
      return setTrigger(context, command);
    case 'addMargin':
      return addMargin(context, command);
    case 'closeContract':
      return closeContract(context, command);
    case 'closeAllContracts':
      return closeAllContracts(context, command);
    case 'clock':
      return onClock(context, command);
    case 'commitClock':
      return commitClock(context, command);
    case 'placeSeconds':
      return placeBinaryOption(context, command);
    case 'transfer':
      return transfer(context, command);
    case 'quoteConvert':
      return quoteConvert(context, command);
    case 'convert':
      return convert(context, command);
    case 'applyDeposit':
      return applyDeposit(context, command);
    case 'requestWithdraw':
      return requestWithdraw(context, command);
    case 'cancelWithdraw':
      return cancelWithdraw(context, command);
    case 'decideFund':
      return decideFund(context, command);
    case 'settleWithdraw':
      return settleWithdraw(context, command);
    default:
      // From the journal of another version.
      throw new Error(`no command is called ${(command as { kind: string }).kind}`);
  }
}
