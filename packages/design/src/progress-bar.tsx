import classes from './progress-bar.module.css'

/**
 * A line at the top of the window while another page loads. It shows after 150 ms, so that a fast load does not
 * flicker, and says nothing to a screen reader: the new page does.
 */
export function ProgressBar({ busy }: { readonly busy: boolean }) {
  return busy && <div className={classes.bar} data-part="progress-bar" data-print="no" aria-hidden="true" />
}
