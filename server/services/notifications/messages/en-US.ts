// Notices, mails and articles in English (United States).
import type { Messages } from './message-texts.ts';

export const messages: Messages = {
  notices: {
    welcome: {
      title: 'Welcome',
      content: 'Your account is open. Bind an authenticator app and verify your identity before you withdraw.',
    },
    newLogin: {
      title: 'New login',
      content: 'Somebody logged in to your account from {ip}. If it was not you, change your password at once.',
    },
    passwordChanged: {
      title: 'Password changed',
      content: 'Your password was changed, and your other sessions were ended. Withdrawals are locked for 24 hours.',
    },
    passwordReset: {
      title: 'Password reset',
      content: 'Your password was reset by e-mail. All sessions were ended, and withdrawals are locked for 24 hours.',
    },
    googleBound: {
      title: 'Authenticator bound',
      content: 'Your authenticator app is bound. Keep your recovery codes in a safe place.',
    },
    googleReset: {
      title: 'Authenticator removed',
      content: 'Your authenticator app was removed. Withdrawals are locked for 24 hours.',
    },
    googleReview: {
      title: 'Authenticator reset under review',
      content: 'We received your picture. The authenticator stays bound until the review is done.',
    },
    kycPassed: { title: 'Identity verified', content: 'Your identity verification has passed.' },
    kycFailed: {
      title: 'Identity verification failed',
      content: 'Please fill in again what was not accepted: {fields}.',
    },
    frozen: {
      title: 'Account restricted',
      content: 'Trading and withdrawals of your account are stopped: {reason}. Please contact customer service.',
    },
    unfrozen: { title: 'Account restored', content: 'Your account works without restrictions again.' },
    depositArrived: {
      title: 'Deposit credited',
      content: 'Your deposit of {amount} {coin} is credited to your spot account.',
    },
    depositRefused: {
      title: 'Deposit application refused',
      content: 'Your deposit application of {amount} {coin} was refused: {reason}.',
    },
    withdrawArrived: {
      title: 'Withdrawal complete',
      content: 'Your withdrawal of {amount} {coin} is confirmed by the chain.',
    },
    withdrawRefused: {
      title: 'Withdrawal refused',
      content: 'Your withdrawal of {amount} {coin} was refused: {reason}. The amount is yours again.',
    },
    addressAdded: {
      title: 'Withdrawal address added',
      content:
        'The address {address} was added to your withdrawal addresses. If it was not you, remove it and change your password at once.',
    },
    delisting: {
      title: 'A market is delisted',
      content:
        '{market}, in which you have something open, is delisted on {time}. Close it before then; in the last hour nothing new can be opened. What is still open is closed for you at the average of the index, free of charge (rule R16).',
    },
    closedByDelisting: {
      title: 'Closed: the market was delisted',
      content:
        'Your contract {order} in {market} was closed at {price}, the average of the index, because the market was delisted. It cost no fee (rule R16).',
    },
    closedBySilence: {
      title: 'Closed: the index was silent',
      content:
        'Your contract {order} in {market} was closed at {price}, the last average of the index, because the index had no price for half an hour. It cost no fee (rule R16).',
    },
  },
  markets: {
    open: '{market} is open for trading again.',
    'close-only': '{market} takes no new orders. What is open can be closed and cancelled.',
    halted: '{market} is halted. Open orders can be cancelled; nothing is liquidated meanwhile.',
    delisting:
      '{market} is delisted on {time}. In the last hour it takes no new orders. At that time orders are cancelled, and open contracts are settled at the average of the index, free of charge (rule R16).',
    delistingCancelled: '{market} stays: the delisting on {time} is called off.',
  },
  mail: {
    subject: 'Your verification code',
    text: 'Your code is {code}. It is good for 10 minutes. Never give it to anybody.',
    antiPhish: 'Your anti-phishing word: {word}',
  },
  texts: {
    about: [
      'DeFi is a mobile-first trading client and the exchange it trades on, in one process.',
      'Version 1.0.0, under the MIT licence.',
    ],
    whitePaper: [
      '# One order at a time',
      'One machine takes the orders of all, one at a time, in the order in which they came, and matches them by price, then by time. It has no clock and no chance of its own: the same orders give the same trades.',
      '# Money that adds up',
      'Every movement of money is written twice, once where it leaves and once where it arrives, so that each coin always sums to zero. What was answered is on disk before it is answered.',
      '# No hand on the price',
      'Nobody, the house included, has a way to set a price, a tick or a result.',
    ],
    privacy: [
      '# What we keep',
      'We keep your e-mail, a slow hash of your password, your orders and the record of your balances, and for each login its time, address and browser.',
      '# Your documents',
      'What you hand in to prove who you are is encrypted at rest, freed of the metadata of your camera, and shown to you and to the reviewer alone.',
      '# No trackers',
      'There are no trackers, no advertising, and no third party is told of your visit.',
    ],
    fee: [
      'Trading fees are part of each instrument and are shown before you order. Transfers between your accounts are free. A withdrawal shows its service charge before you confirm.',
      'Converting one coin into another costs 0.30 % of what you receive; the rate offered stands for ten seconds.',
    ],
  },
  articles: {
    price: {
      title: 'Who decides the price',
      summary: 'Matching by price, then by time; nobody can set a price here.',
      text: [
        'Orders meet in one public book. The best price is served first, and at one price the order that came first.',
        'No call, no setting and no operator command can set a price, a tick or a result. What trades is what was matched.',
        'Every change of a balance is a double-entry record. The record list of your assets shows them all, and can be exported.',
      ],
    },
    safety: {
      title: 'Keep your account safe',
      summary: 'An authenticator app, recovery codes and a word against phishing.',
      text: [
        'Bind an authenticator app. Each of its codes works once, and withdrawals ask for one.',
        'Keep the ten recovery codes on paper. Each takes the authenticator off once, should you lose the phone.',
        'Set a word of your own against phishing: it stands in every letter that we send, and in no other.',
      ],
    },
    funds: {
      title: 'Deposits and withdrawals',
      summary: 'How money comes in and goes out, and what is asked for.',
      text: [
        'Deposits should arrive within 30 minutes. If one does not, hand in a deposit application with a screenshot.',
        'Withdrawals ask for a verified identity, a bound authenticator, and a trading volume of 100 % of what was deposited. The amount is frozen until the review is done.',
        'After a reset of the password or the authenticator nothing can be withdrawn for 24 hours.',
      ],
    },
    proof: { title: 'Who decides the price', summary: 'An open book, and a proof in your hand.', text: [] },
    invite: { title: 'Invite friends', summary: 'Your code, your friends, your share.', text: [] },
  },
};
