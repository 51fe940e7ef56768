import type { ReactNode } from 'react'
import classes from './gallery.module.css'

export interface SpecimenProps {
  /** Also its anchor. */
  readonly name: string
  readonly children: ReactNode
}

/** Draws one specimen, under its name. */
export function Specimen({ name, children }: SpecimenProps) {
  const id = name.replaceAll(/\W+/g, '-').toLowerCase()
  return (
    <section className={classes.specimen} aria-labelledby={`${id}-name`} id={id} data-specimen={name}>
      <h3 id={`${id}-name`} lang="en" dir="ltr">
        {name}
      </h3>
      {children}
    </section>
  )
}
