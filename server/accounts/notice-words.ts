// What the exchange writes to a person by itself, as notice and as letter, in the languages it has; others read English.

export type Template =
  | 'welcome' | 'newLogin' | 'passwordChanged' | 'passwordReset' | 'googleBound' | 'googleReset' | 'googleReview' | 'kycPassed' | 'kycFailed' | 'frozen' | 'unfrozen'
  | 'depositArrived' | 'depositRefused' | 'withdrawArrived' | 'withdrawRefused' | 'addressAdded';

export interface Words { title: string; content: string }

const ENGLISH: Record<Template, Words> = {
  welcome: { title: 'Welcome', content: 'Your account is open. Bind an authenticator app and verify your identity before you withdraw.' },
  newLogin: { title: 'New login', content: 'Somebody logged in to your account from {ip}. If it was not you, change your password at once.' },
  passwordChanged: { title: 'Password changed', content: 'Your password was changed, and your other sessions were ended.' },
  passwordReset: { title: 'Password reset', content: 'Your password was reset by e-mail. All sessions were ended, and withdrawals are locked for 24 hours.' },
  googleBound: { title: 'Authenticator bound', content: 'Your authenticator app is bound. Keep your recovery codes in a safe place.' },
  googleReset: { title: 'Authenticator removed', content: 'Your authenticator app was removed. Withdrawals are locked for 24 hours.' },
  googleReview: { title: 'Authenticator reset under review', content: 'We received your picture. The authenticator stays bound until the review is done.' },
  kycPassed: { title: 'Identity verified', content: 'Your identity verification has passed.' },
  kycFailed: { title: 'Identity verification failed', content: 'Please fill in again what was not accepted: {fields}.' },
  frozen: { title: 'Account restricted', content: 'Trading and withdrawals of your account are stopped: {reason}. Please contact customer service.' },
  unfrozen: { title: 'Account restored', content: 'Your account works without restrictions again.' },
  depositArrived: { title: 'Deposit credited', content: 'Your deposit of {amount} {coin} is credited to your spot account.' },
  depositRefused: { title: 'Deposit application refused', content: 'Your deposit application of {amount} {coin} was refused: {reason}.' },
  withdrawArrived: { title: 'Withdrawal complete', content: 'Your withdrawal of {amount} {coin} is confirmed by the chain.' },
  withdrawRefused: { title: 'Withdrawal refused', content: 'Your withdrawal of {amount} {coin} was refused: {reason}. The amount is yours again.' },
  addressAdded: { title: 'Withdrawal address added', content: 'The address {address} was added to your withdrawal addresses. If it was not you, remove it and change your password at once.' },
};

const TRADITIONAL_CHINESE: Record<Template, Words> = {
  welcome: { title: '歡迎', content: '您的帳戶已開通。提幣前請先綁定驗證器並完成身分驗證。' },
  newLogin: { title: '新的登入', content: '有人從 {ip} 登入了您的帳戶。若非本人操作，請立即更改密碼。' },
  passwordChanged: { title: '密碼已更改', content: '您的密碼已更改，其他登入已全部結束。' },
  passwordReset: { title: '密碼已重設', content: '您的密碼已透過電子郵件重設。所有登入已結束，提幣鎖定 24 小時。' },
  googleBound: { title: '已綁定驗證器', content: '您的驗證器已綁定。請妥善保管復原碼。' },
  googleReset: { title: '已解除驗證器', content: '您的驗證器已解除。提幣鎖定 24 小時。' },
  googleReview: { title: '驗證器重設審核中', content: '我們已收到您的照片。審核完成前驗證器維持綁定。' },
  kycPassed: { title: '身分驗證通過', content: '您的身分驗證已通過。' },
  kycFailed: { title: '身分驗證未通過', content: '請重新填寫未被接受的項目：{fields}。' },
  frozen: { title: '帳戶受限', content: '您的帳戶已暫停交易與提幣：{reason}。請聯繫客服。' },
  unfrozen: { title: '帳戶已恢復', content: '您的帳戶已恢復正常。' },
  depositArrived: { title: '充值已入帳', content: '您充值的 {amount} {coin} 已存入現貨帳戶。' },
  depositRefused: { title: '充值申請未通過', content: '您充值 {amount} {coin} 的申請未通過：{reason}。' },
  withdrawArrived: { title: '提幣已完成', content: '您提取的 {amount} {coin} 已獲鏈上確認。' },
  withdrawRefused: { title: '提幣未通過', content: '您提取 {amount} {coin} 的申請未通過：{reason}。款項已退回您的帳戶。' },
  addressAdded: { title: '已新增提幣地址', content: '提幣地址 {address} 已新增至您的地址簿。若非本人操作，請移除該地址並立即更改密碼。' },
};

const BY_LANGUAGE: Record<string, Record<Template, Words>> = { 'en-US': ENGLISH, 'zh-TW': TRADITIONAL_CHINESE };

/** Title and text of a notice in a language, `{name}` filled from `params`. */
export function wordsOf(template: Template, params: Record<string, string>, language: string): Words {
  const { title, content } = (BY_LANGUAGE[language] ?? ENGLISH)[template];
  return { title, content: content.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') };
}

export function isTemplate(text: string): text is Template {
  return text in ENGLISH;
}
