// Two arrows against each other: a list in no order yet, or two places that can be exchanged.
import { Stroke, type StrokeProps } from '../../ui/stroke.tsx';

const PATH = 'M8 5v14M8 5L5 8M8 5l3 3M16 19V5M16 19l-3-3M16 19l3-3';

export function SortIcon(props: Omit<StrokeProps, 'path'>) {
  return <Stroke path={PATH} {...props} />;
}
