import { Frame } from './frame.tsx'
import classes from './gallery.module.css'
import type { Look } from './look.ts'
import { Switches } from './switches.tsx'

/** Draws the page in a window as narrow as the smallest phone: a frame, so that media queries see that width too. */
export function NarrowWindow({ look }: { readonly look: Look }) {
  return (
    <main className={classes.page} lang="en" dir="ltr">
      <h1>Gallery, 320 pixels wide</h1>
      <Switches look={look} />
      <Frame className={classes.narrow} title="320 pixels wide" look={{ ...look, width: 'full' }} />
    </main>
  )
}
