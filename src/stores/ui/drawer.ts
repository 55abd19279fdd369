// Whether the side drawer is open.
import { signal } from '@preact/signals-react';

export const drawerOpen = signal(false);
