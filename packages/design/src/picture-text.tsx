import type { ReactNode } from 'react'
import classes from './picture-text.module.css'
import { Scene } from './scene.tsx'

export interface PictureTextProps {
  /** The picture behind the text; absent: the drawn gate. */
  readonly picture?: ReactNode
  readonly children: ReactNode
}

/** A sentence on the picture. Its background keeps it legible on every picture. */
export function PictureText({ picture = <Scene />, children }: PictureTextProps) {
  return (
    <>
      {picture}
      <p className={classes.text} data-part="picture-text">
        <bdi>{children}</bdi>
      </p>
    </>
  )
}
