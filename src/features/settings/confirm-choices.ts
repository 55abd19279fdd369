// Which orders are confirmed before they are sent, from all to none.
export const CONFIRM_CHOICES = [
  ['1', 'hub.confirmAll'],
  ['now', 'hub.confirmNow'],
  ['0', 'hub.confirmNone'],
] as const;
