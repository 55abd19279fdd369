// Whether the side drawer is asked to be open.
import { signal } from '@preact/signals-react';

export const drawerOpen = signal(false);
