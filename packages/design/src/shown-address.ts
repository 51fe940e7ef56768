/**
 * Script that notes the address that a page came for. Where the router has been at work before, back and forward change
 * the address alone and leave it to the router to draw the page; one that does not listen yet would not hear of it.
 */
export const noteAddress = `performance.mark('shown',{detail:location.pathname+location.search})`

/** Whether the page that is shown is still that of the address. True where nothing was noted. */
export function isStillShown(): boolean {
  const [shown] = performance.getEntriesByName('shown', 'mark')
  if (!(shown instanceof PerformanceMark)) return true
  return shown.detail === location.pathname + location.search
}
