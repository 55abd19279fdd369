// A moment of the past as text in the user's language and zone.
import type { EpochMs } from '../../../../core/units/time.ts';
import { momentIn } from '../../../lib/local-moment.ts';
import { languageCode } from '../../../stores/device/language.ts';

export function momentText(ms: EpochMs): string {
  return momentIn(languageCode(), ms) || '--';
}
