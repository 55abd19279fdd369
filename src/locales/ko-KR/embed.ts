// Words of the embedded chart in Korean.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['embed'] = {
  'embed.toExchange': 'DeFi에서 {{pair}} 열기',
  'embed.lead': '어떤 사이트에나 넣는 실시간 차트: HTML 두 줄, 계정도 쿠키도 필요 없습니다.',
  'embed.example': '실시간 예시',
  'embed.market': '마켓',
  'embed.take': '이미지 저장',
  'embed.taken': '차트 이미지',
  'embed.said': '차트 메시지',
  'embed.paste': '붙여넣을 코드',
  'embed.pasteText': '스타일을 따로 지정하지 않으면 차트는 자리의 너비에 높이 400 px로 표시됩니다.',
  'embed.attributes': '속성',
  'embed.attributesText': '언제든지 바꿀 수 있으며 차트에 바로 반영됩니다.',
  'embed.symbol': '이 거래소의 거래쌍',
  'embed.interval': '캔들 길이, 1s~1M',
  'embed.mainList': '캔들 위 지표, 괄호 안은 파라미터',
  'embed.subList': '캔들 아래 지표',
  'embed.theme': 'dark, light 또는 system',
  'embed.lang': '프레임에 표시되는 언어',
  'embed.methods': '메서드와 이벤트',
  'embed.methodsText':
    '모든 메서드는 promise를 반환합니다. 할 수 없는 작업은 설명과 함께 거부되며 차트는 그대로 유지됩니다.',
  'embed.events': '이벤트: ready, crosshair, candle, error. 값은 event.detail에 있습니다.',
  'embed.frame': '스크립트 없이',
  'embed.frameText':
    '프레임만으로도 충분합니다. “origin”으로 지정한 페이지, 지정이 없으면 처음 hello를 보낸 페이지의 메시지만 받습니다.',
  'embed.commands': '각 메시지에는 버전, id, 명령이 있으며 응답에는 같은 id가 담깁니다.',
  'embed.safe': '하지 않는 일',
  'embed.safeText':
    '프레임은 세션을 알지 못하고 쿠키를 설정하거나 데이터를 저장하지 않습니다. 귀하의 페이지를 볼 수 없으며, 이 거래소의 다른 페이지는 프레임에 넣을 수 없습니다.',
  'embed.copy': '복사',
  'embed.copied': '복사됨',
  'embed.copyFailed': '복사하지 못했습니다. 텍스트를 직접 선택해 주세요.',
  'embed.scriptFailed': '예시를 불러오지 못했습니다',
};
