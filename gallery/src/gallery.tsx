import { useEffect } from 'react'
import { Buttons } from './buttons.tsx'
import { Fields } from './fields.tsx'
import { Flows } from './flows.tsx'
import { Frame } from './frame.tsx'
import classes from './gallery.module.css'
import type { Look } from './look.ts'
import { Notes } from './notes.tsx'
import { Specimen } from './specimen.tsx'
import { Switches } from './switches.tsx'
import { Tables } from './tables.tsx'
import { Tools, WindowParts } from './tools.tsx'

/** Draws everything on one page. */
export function Gallery({ look }: { readonly look: Look }) {
  useEffect(forgetFocus, [])
  return (
    <main className={classes.page}>
      <header lang="en" dir="ltr">
        <h1>Gallery</h1>
        <p>Every component of packages/design in each of its states, and every flow that packages/flow-form draws.</p>
      </header>
      <Switches look={look} />
      <h2 lang="en">Components</h2>
      <div className={classes.specimens}>
        <Buttons />
        <Fields />
        <Notes />
        <Tools />
        <Specimen name="GateLayout, Heading, Aside, Scene, SkipLink">
          <Frame className={classes.frame} title="GateLayout" look={{ ...look, show: 'gate' }} />
        </Specimen>
        <Specimen name="AccountLayout, Section, Panel, Row">
          <Frame className={classes.frame} title="AccountLayout" look={{ ...look, show: 'account' }} />
        </Specimen>
        <Specimen name="Dialog, ProgressBar">
          <Frame className={classes.frame} title="Dialog" look={{ ...look, show: 'dialog' }} />
        </Specimen>
      </div>
      <Tables />
      <WindowParts />
      <h2 lang="en">Flows</h2>
      <div className={classes.specimens}>
        <Flows language={look.language} />
      </div>
    </main>
  )
}

/** Removes the focus: every summary of errors takes it when it appears, which is right for a page with one of them. */
function forgetFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  scrollTo(0, 0)
}
