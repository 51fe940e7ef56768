import type { ReactNode } from 'react'
import classes from './picture-text.module.css'
import { Scene } from './scene.tsx'

export interface PictureTextProps {
  /** The picture that it is said on; absent: the drawn gate. */
  readonly picture?: ReactNode
  readonly children: ReactNode
}

/** A sentence on the picture, on a ground of its own: whatever the picture is, it can be read. */
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
