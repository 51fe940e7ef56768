/**
 * Script that notes the address for which a page was loaded. After a router has run, back and forward change only the
 * address and leave it to the router to draw the page; a router that does not listen yet would miss that.
 */
export const noteAddress = `performance.mark('shown',{detail:location.pathname+location.search})`

/** Whether the page that is shown is still that of the address. True if nothing was noted. */
export function isStillShown(): boolean {
  const [shown] = performance.getEntriesByName('shown', 'mark')
  if (!(shown instanceof PerformanceMark)) return true
  return shown.detail === location.pathname + location.search
}
