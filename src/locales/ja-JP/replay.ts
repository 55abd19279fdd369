// 再生の言葉、日本語。
import type { AreaWords } from '../languages.ts';

export const words: AreaWords['replay'] = {
  'replay.about':
    '保存した配信や記録された市場を、実際の画面と同じ読み取り、板、指標でもう一度再生します。何度でも同じ結果になり、口座は要りません。',
  'replay.open': '記録を開く',
  'replay.own': '直近10分を再生',
  'replay.loading': '記録を読み込んでいます',
  'replay.nothing': 'まだ何も記録されていません。記録はページを開いた数秒後に始まります',
  'replay.refused.large': '記録としては大きすぎます（64 MiB、展開後 512 MiB まで）',
  'replay.refused.foreign': '記録ではありません。ここで保存したファイルか l2tape が必要です',
  'replay.refused.venue': 'ルールが不明な取引所の記録です：板を検証できません',
  'replay.refused.empty': '最初のメッセージの途中で切れている記録です',
  'replay.died': '再生が予期せず終わりました。ページを開き直してください',
  'replay.cut': 'ファイルが途中で切れています。切れる前までを再生します',
  'replay.problems': 'この記録の問題',
  'replay.problem.cut': '\u2066{{line}}\u2069 行目：ファイルが途切れています',
  'replay.problem.bent': '\u2066{{line}}\u2069 行目はあり得ない内容です：その前までを再生します',
  'replay.problem.gap':
    '\u2066{{line}}\u2069 行目、\u2066{{symbol}}\u2069：メッセージが欠けており、次のスナップショットまで板は失われます',
  'replay.problem.checksum':
    '\u2066{{line}}\u2069 行目、\u2066{{symbol}}\u2069：板が取引所のチェックサムと異なり、次のスナップショットまで失われます',
  'replay.problem.off-grid':
    '\u2066{{line}}\u2069 行目、\u2066{{symbol}}\u2069：価格が刻みに合わず、次のスナップショットまで板は失われます',
  'replay.problem.crossed': '\u2066{{symbol}}\u2069：最後の最良買気配が最良売気配を下回っていません',
  'replay.problem.no-snapshot': '\u2066{{symbol}}\u2069：スナップショットがないため板がありません',
  'replay.problems.more': 'ほか {{count}} 件',
  'replay.controls': '再生の操作',
  'replay.play': '再生',
  'replay.pause': '一時停止',
  'replay.step': '次のメッセージ',
  'replay.ended': '記録の終わりです',
  'replay.mark': 'この瞬間に印',
  'replay.marksFull': '印は20個までです',
  'replay.speed': '速さ',
  'replay.place': '記録の位置',
  'replay.marks': '移動先の瞬間',
  'replay.market': '市場',
  'replay.played': '再生したメッセージ',
  'replay.hash': '状態のハッシュ',
  'replay.chart': '{{pair}} の記録されたローソク足、{{interval}}',
  'replay.at.own': '印 \u2066{{time}}\u2069',
  'replay.at.gap': 'メッセージ欠落 \u2066{{time}}\u2069',
  'replay.at.closed': '接続切れ \u2066{{time}}\u2069',
  'replay.at.open': '再接続 \u2066{{time}}\u2069',
  'replay.at.bad': '読めない \u2066{{time}}\u2069',
};
