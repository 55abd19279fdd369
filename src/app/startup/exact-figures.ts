// A tap on a figure that lacks digits shows all of them as a toast.
import { showToast } from '../../stores/ui/toast.ts';

/** Called once. A figure within a link or button is left alone: there the tap is the link's. */
export function showExactOnTap(): void {
  document.addEventListener('click', ({ target }) => {
    const figure = target instanceof Element ? target.closest<HTMLElement>('[data-exact]') : null;
    if (figure && !figure.closest('a, button, label')) showToast(figure.dataset['exact']!, 'info');
  });
}
