// Messages between the nodes of a cluster: publish, subscribe, request. NATS is behind it.

/** Removes a subscription. */
export type Dispose = () => void;

/** No answer came in time: it is unknown whether the request was carried out. */
export class NoAnswerError extends Error {}

declare const CARRIED: unique symbol;
/**
 * Name of a subject, with the type of the message that is published on it, or of the request and its answer. A plain
 * string carries anything.
 */
export type Subject<Message, Answer = never> = string & { readonly [CARRIED]?: [Message, Answer] };

/**
 * Delivery is at most once and may be out of order: readers number what must be complete. A message is any value of the
 * structured clone algorithm, bigints and bytes included, and may be larger than one message of the transport.
 */
export interface Bus {
  /** Messages to one subject within one turn of the event loop travel together. */
  publish<Message>(subject: Subject<Message>, message: NoInfer<Message>): void;
  /** Sends what is queued at once: before work that would hold this turn up. */
  flush(): void;
  subscribe<Message>(subject: Subject<Message>, listener: (message: Message) => void): Dispose;
  /** Rejects with NoAnswerError after `timeoutMs`, or with the Error that the responder threw. */
  request<Message, Answer>(
    subject: Subject<Message, Answer>,
    message: NoInfer<Message>,
    timeoutMs: number,
  ): Promise<Answer>;
  respond<Message, Answer>(
    subject: Subject<Message, Answer>,
    responder: (message: Message) => NoInfer<Answer> | Promise<NoInfer<Answer>>,
  ): Dispose;
  /** Whether a server is connected now. */
  readonly isConnected: boolean;
  /** How long no server has been connected, ms; 0 while one is. */
  disconnectedMs(): number;
  /** Sends what is queued and disconnects. */
  close(): Promise<void>;
}
