// Notices, mails and articles in English (United States).
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: {
      title: 'Welcome',
      content: 'Your account is ready. Turn on an authenticator and verify your identity before you withdraw.',
    },
    newLogin: {
      title: 'New login',
      content: 'New login to your account from {ip}. If this was not you, change your password at once.',
    },
    passwordChanged: {
      title: 'Password changed',
      content: 'Your password was changed and all other sessions were ended. Withdrawals are locked for 24 hours.',
    },
    passwordReset: {
      title: 'Password reset',
      content: 'Your password was reset by email. All sessions were ended, and withdrawals are locked for 24 hours.',
    },
    googleBound: {
      title: 'Authenticator on',
      content: 'Your authenticator is on. Keep your recovery codes in a safe place.',
    },
    googleReset: {
      title: 'Authenticator off',
      content: 'Your authenticator was turned off. Withdrawals are locked for 24 hours.',
    },
    googleReview: {
      title: 'Authenticator reset under review',
      content: 'We received your photo. The authenticator stays on until the review is done.',
    },
    kycPassed: { title: 'Identity verified', content: 'Your identity is verified.' },
    kycFailed: {
      title: 'Identity verification failed',
      content: 'Please correct these fields: {fields}.',
    },
    frozen: {
      title: 'Account restricted',
      content: 'Trading and withdrawals are stopped: {reason}. Please contact customer service.',
    },
    unfrozen: { title: 'Account restored', content: 'Your account is no longer restricted.' },
    depositArrived: {
      title: 'Deposit credited',
      content: '{amount} {coin} were credited to your spot account.',
    },
    depositRefused: {
      title: 'Deposit request refused',
      content: 'Your deposit request for {amount} {coin} was refused: {reason}.',
    },
    withdrawArrived: {
      title: 'Withdrawal complete',
      content: 'Your withdrawal of {amount} {coin} is confirmed on the network.',
    },
    withdrawRefused: {
      title: 'Withdrawal refused',
      content: 'Your withdrawal of {amount} {coin} was refused: {reason}. The amount is available again.',
    },
    addressAdded: {
      title: 'Withdrawal address added',
      content:
        'The address {address} was added to your withdrawal addresses. If this was not you, remove it and change your password at once.',
    },
    addressRemoved: {
      title: 'Withdrawal address removed',
      content:
        'The address {address} was removed from your withdrawal addresses. If this was not you, end all other sessions and change your password at once.',
    },
    antiPhishChanged: {
      title: 'Anti-phishing word changed',
      content:
        'Your anti-phishing word was changed; the next emails show the new one. If this was not you, end all other sessions and set another word.',
    },
    delisting: {
      title: 'Market delisting',
      content:
        '{market} is delisted on {time}. You have open orders or positions there; close them before then. In the last hour nothing new can be opened. Positions still open are closed at the average index price, free of charge (rule R16).',
    },
    closedByDelisting: {
      title: 'Closed: the market was delisted',
      content:
        'Your contract {order} in {market} was closed at {price}, the average index price, because the market was delisted. No fee was charged (rule R16).',
    },
    closedBySilence: {
      title: 'Closed: no index price',
      content:
        'Your contract {order} in {market} was closed at {price}, the last average index price, because the index had no price for 30 minutes. No fee was charged (rule R16).',
    },
  },
  markets: {
    open: '{market} is open for trading again.',
    'close-only': '{market} takes no new orders. You can close positions and cancel orders.',
    halted: '{market} is halted. You can cancel open orders; nothing is liquidated during the halt.',
    delisting:
      '{market} is delisted on {time}. In the last hour it takes no new orders. Orders are then cancelled, and open contracts settle at the average index price, free of charge (rule R16).',
    delistingCancelled: '{market} stays listed: the delisting on {time} is cancelled.',
  },
  mail: {
    subject: 'Your verification code',
    text: 'Your code is {code}. It is valid for 10 minutes. Never share it with anyone.',
    antiPhish: 'Your anti-phishing word: {word}',
  },
  texts: {
    about: [
      'DeFi is a mobile-first trading client and the exchange it trades on, in one process.',
      'Version 1.0.0, MIT license.',
    ],
    whitePaper: [
      '# One order at a time',
      'The matching engine takes all orders one at a time, in the order they arrive, and matches them by price, then by time. It uses no clock and no randomness: the same orders always give the same trades.',
      '# Money that adds up',
      'Every transfer is booked twice, once where it leaves and once where it arrives, so each coin always sums to zero. Every change is saved to disk before you get an answer.',
      '# Nobody sets the price',
      'Nobody, not even the exchange, can set a price, a tick or a result.',
    ],
    privacy: [
      '# What we store',
      'We store your email, a slow hash of your password, your orders and your balance records, and the time, IP address and browser of each login.',
      '# Your documents',
      'Your identity documents are encrypted on disk and stripped of camera metadata. Only you and the reviewer can see them.',
      '# No trackers',
      'We use no trackers and no advertising, and share your visits with nobody.',
    ],
    fee: [
      'Each market has its own trading fees; you see them before you order. Transfers between your accounts are free. A withdrawal shows its fee before you confirm.',
      'Converting one coin into another costs 0.30% of what you receive; the quote is valid for ten seconds.',
    ],
  },
  articles: {
    price: {
      title: 'Who sets the price',
      summary: 'Matching by price, then by time; nobody can set a price.',
      text: [
        'All orders meet in one public order book. The best price fills first; at the same price, the earliest order.',
        'No API call, no setting and no operator command can set a price, a tick or a result. Only matched orders make trades.',
        'Every balance change is a double-entry record. You can see and export all of yours under Assets, Records.',
      ],
    },
    safety: {
      title: 'Keep your account safe',
      summary: 'An authenticator app, recovery codes and an anti-phishing word.',
      text: [
        'Turn on an authenticator app. Each of its codes works once, and every withdrawal needs one.',
        'Keep the ten recovery codes on paper. If you lose your phone, each code turns off the authenticator once.',
        'Set an anti-phishing word: every email from us shows it, and no other email does.',
      ],
    },
    funds: {
      title: 'Deposits and withdrawals',
      summary: 'How to deposit and withdraw, and what you need.',
      text: [
        'Deposits should arrive within 30 minutes. If one does not, submit a deposit request with a screenshot.',
        'A withdrawal needs a verified identity, an authenticator, and a trading volume of 100% of your deposits. The amount is frozen during the review.',
        'After you reset your password or authenticator, withdrawals are locked for 24 hours.',
      ],
    },
    proof: { title: 'Who sets the price', summary: 'An open order book, and proofs you can check.', text: [] },
    invite: { title: 'Invite friends', summary: 'Share your code and earn a share of the fees.', text: [] },
  },
};
