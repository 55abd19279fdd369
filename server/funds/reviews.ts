// The reviewer's side of money that comes in and goes out: what waits, and the word on it.

/** A deposit application or a withdrawal that waits for a reviewer. Money as the wire prints it, times in ms. */
export interface FundReview {
  id: number;
  orderNo: string;
  uid: number;
  coinInfoId: number;
  symbol: string;
  chain: string;
  address: string;
  memo: string;
  amount: string;
  /** Of a withdrawal: what the house keeps, and what arrives. A deposit has no charge. */
  serviceCharge: string;
  actualAmount: string;
  createTime: number;
}

/**
 * `by` names who decided (an operator's id, `demo`, `chain`); it is kept with the order. A decision on what does not wait throws RejectError:
 * 1404 when there is no such order of that kind, 2012 when it is decided already. Every decision is durable when it resolves, and its owner is told.
 */
export interface FundReviews {
  /** Deposit applications under review, first come first. */
  depositQueue(): Promise<FundReview[]>;
  /** The screenshot as the form field writes pictures ("image/jpeg;base64url,..."). */
  depositPicture(id: number): Promise<string>;
  /** Credits the amount (`recharge`). */
  approveDeposit(id: number, by: string): Promise<void>;
  refuseDeposit(id: number, reason: string, by: string): Promise<void>;
  /** Withdrawals whose amount is frozen until somebody decides, first come first. */
  withdrawQueue(): Promise<FundReview[]>;
  /** Takes the amount out (`withdraw`) and has the chain pay. Throws RejectError 1403 when its owner is frozen. */
  approveWithdraw(id: number, by: string): Promise<void>;
  /** Gives the frozen amount back (`withdraw_refund`). */
  refuseWithdraw(id: number, reason: string, by: string): Promise<void>;
}
