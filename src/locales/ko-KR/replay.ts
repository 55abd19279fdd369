// 다시 보기의 말, 한국어.
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['replay'] = {
  'replay.about':
    '저장한 시세나 녹화된 시장을 실시간과 같은 해독기, 호가창, 지표로 다시 재생합니다. 언제나 똑같이, 계정 없이 볼 수 있습니다.',
  'replay.open': '녹화 열기',
  'replay.own': '최근 10분 재생',
  'replay.loading': '녹화를 읽는 중',
  'replay.nothing': '아직 녹화된 것이 없습니다. 녹화는 페이지가 열리고 몇 초 뒤에 시작됩니다',
  'replay.refused.large': '녹화 파일로는 너무 큽니다 (64 MiB, 풀어서 512 MiB까지)',
  'replay.refused.foreign': '녹화 파일이 아닙니다. 여기서 저장한 파일이나 l2tape가 필요합니다',
  'replay.refused.venue': '규칙을 알 수 없는 거래소의 기록입니다: 호가창을 검증할 수 없습니다',
  'replay.refused.empty': '첫 메시지가 끝나기 전에 잘린 녹화입니다',
  'replay.died': '재생이 예기치 않게 끝났습니다. 페이지를 다시 여세요',
  'replay.cut': '파일이 중간에 끊겼습니다. 끊기기 전까지 재생합니다',
  'replay.problems': '이 기록의 문제',
  'replay.problem.cut': '\u2066{{line}}\u2069행: 파일이 끊겼습니다',
  'replay.problem.bent': '\u2066{{line}}\u2069행은 있을 수 없는 내용입니다: 그 앞까지 재생합니다',
  'replay.problem.gap':
    '\u2066{{line}}\u2069행, \u2066{{symbol}}\u2069: 메시지가 빠져 다음 스냅샷까지 호가창을 잃었습니다',
  'replay.problem.checksum':
    '\u2066{{line}}\u2069행, \u2066{{symbol}}\u2069: 호가창이 거래소의 체크섬과 달라 다음 스냅샷까지 잃었습니다',
  'replay.problem.off-grid':
    '\u2066{{line}}\u2069행, \u2066{{symbol}}\u2069: 가격이 호가 단위에 맞지 않아 다음 스냅샷까지 호가창을 잃었습니다',
  'replay.problem.crossed': '\u2066{{symbol}}\u2069: 끝에서 최우선 매수호가가 최우선 매도호가보다 낮지 않습니다',
  'replay.problem.no-snapshot': '\u2066{{symbol}}\u2069: 스냅샷이 없어 호가창이 없습니다',
  'replay.problems.more': '외 {{count}}건',
  'replay.controls': '재생 조작',
  'replay.play': '재생',
  'replay.pause': '일시 정지',
  'replay.step': '다음 메시지',
  'replay.ended': '녹화가 끝났습니다',
  'replay.mark': '이 순간 표시',
  'replay.marksFull': '표시 20개가 찼습니다',
  'replay.speed': '속도',
  'replay.place': '녹화의 시점',
  'replay.marks': '이동할 시점',
  'replay.market': '마켓',
  'replay.played': '재생한 메시지',
  'replay.hash': '상태 해시',
  'replay.chart': '{{pair}} 녹화 캔들, {{interval}}',
  'replay.at.own': '표시 \u2066{{time}}\u2069',
  'replay.at.gap': '메시지 누락 \u2066{{time}}\u2069',
  'replay.at.closed': '연결 끊김 \u2066{{time}}\u2069',
  'replay.at.open': '다시 연결 \u2066{{time}}\u2069',
  'replay.at.bad': '읽을 수 없음 \u2066{{time}}\u2069',
};
