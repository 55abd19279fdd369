// What the exchange writes and tells in Korean.
import type { AccountWords } from './account-words.ts';

export const words: AccountWords = {
  notices: {
    welcome: { title: '환영합니다', content: '계정이 개설되었습니다. 출금하기 전에 인증 앱을 등록하고 본인 인증을 완료해 주세요.' },
    newLogin: { title: '새 로그인', content: '{ip}에서 계정에 로그인했습니다. 본인이 아니라면 즉시 비밀번호를 변경해 주세요.' },
    passwordChanged: { title: '비밀번호 변경됨', content: '비밀번호가 변경되었고 다른 로그인은 모두 종료되었습니다.' },
    passwordReset: { title: '비밀번호 재설정됨', content: '이메일을 통해 비밀번호가 재설정되었습니다. 모든 로그인이 종료되었으며 24시간 동안 출금이 제한됩니다.' },
    googleBound: { title: '인증 앱 등록됨', content: '인증 앱이 등록되었습니다. 복구 코드를 안전한 곳에 보관해 주세요.' },
    googleReset: { title: '인증 앱 해제됨', content: '인증 앱이 해제되었습니다. 24시간 동안 출금이 제한됩니다.' },
    googleReview: { title: '인증 앱 재설정 심사 중', content: '사진을 접수했습니다. 심사가 끝날 때까지 인증 앱은 등록된 상태로 유지됩니다.' },
    kycPassed: { title: '본인 인증 완료', content: '본인 인증이 승인되었습니다.' },
    kycFailed: { title: '본인 인증 실패', content: '승인되지 않은 항목을 다시 작성해 주세요: {fields}.' },
    frozen: { title: '계정 제한됨', content: '계정의 거래와 출금이 중지되었습니다: {reason}. 고객센터에 문의해 주세요.' },
    unfrozen: { title: '계정 복구됨', content: '계정을 다시 제한 없이 이용할 수 있습니다.' },
    depositArrived: { title: '입금 완료', content: '{amount} {coin} 입금이 현물 계정에 반영되었습니다.' },
    depositRefused: { title: '입금 신청 거절됨', content: '{amount} {coin} 입금 신청이 거절되었습니다: {reason}.' },
    withdrawArrived: { title: '출금 완료', content: '{amount} {coin} 출금이 블록체인에서 확인되었습니다.' },
    withdrawRefused: { title: '출금 거절됨', content: '{amount} {coin} 출금이 거절되었습니다: {reason}. 금액은 계정으로 반환되었습니다.' },
    addressAdded: { title: '출금 주소 추가됨', content: '출금 주소 {address}이(가) 추가되었습니다. 본인이 아니라면 주소를 삭제하고 즉시 비밀번호를 변경해 주세요.' },
  },
  mail: {
    subject: '인증 코드',
    text: '인증 코드는 {code}이며 10분간 유효합니다. 누구에게도 알려 주지 마세요.',
    antiPhish: '피싱 방지 문구: {word}',
  },
  texts: {
    about: [
      'DeFi는 모바일 우선 거래 앱과 그 거래소를 하나의 프로세스로 제공합니다.',
      '버전 1.0.0, MIT 라이선스.',
    ],
    whitePaper: [
      '하나의 엔진이 모든 주문을 도착한 순서대로 하나씩 받아 가격, 시간 순으로 체결합니다. 엔진에는 자체 시계도 우연도 없어, 같은 주문은 같은 체결을 만듭니다.',
      '모든 자금 이동은 나간 곳과 들어온 곳에 두 번 기록되므로 각 코인의 합은 언제나 0입니다. 응답한 내용은 응답하기 전에 디스크에 기록됩니다.',
      '거래소를 포함해 누구도 가격, 틱, 결과를 정할 수 없습니다.',
    ],
    privacy: [
      '이메일, 느린 해시로 변환한 비밀번호, 주문과 잔액 기록, 그리고 로그인할 때마다 시간, 주소, 브라우저를 보관합니다.',
      '본인 인증을 위해 제출한 자료는 암호화하여 보관하고 카메라 메타데이터를 제거하며, 본인과 심사 담당자만 볼 수 있습니다.',
      '추적 도구와 광고가 없으며, 방문 사실을 제3자에게 알리지 않습니다.',
    ],
    fee: [
      '거래 수수료는 상품마다 정해져 있으며 주문 전에 표시됩니다. 계정 간 이체는 무료입니다. 출금 수수료는 확인 전에 표시됩니다.',
      '코인 전환 수수료는 받는 금액의 0.30 %이며, 제시된 환율은 10초 동안 유효합니다.',
    ],
  },
};
