import type { ReactNode } from 'react'
import classes from './empty.module.css'

const ground = 'M6 56h52'

/**
 * TABLE: objects by the gatehouse, as lines in a square of 64: the fixed parts, and the moving ones. `gate`: people and
 * their data; `letterbox`: messages; `lantern`: past events; `bridge`: connections to other systems.
 */
const drawings = {
  gate: [
    `${ground}M10 56V22h12v34M42 56V22h12v34M8 22v-7h4v3h2v-3h4v3h2v-3h4v7zM40 22v-7h4v3h2v-3h4v3h2v-3h4v7zM22 32h20M26 56V44a6 6 0 0 1 12 0v12`,
    'M29 39.5V56M32 38v18M35 39.5V56M26 46h12M26 51h12',
  ],
  letterbox: [
    `${ground}M32 56V42M14 42V27a8 8 0 0 1 8-8h20a8 8 0 0 1 8 8v15zM22 19a8 8 0 0 1 8 8v15M18 29h8`,
    'M42 19V9h7v4h-7',
  ],
  lantern: [
    'M6 56h20M14 56V12h20M14 22l8-10M34 12v5M27 22l7-5 7 5zM29 22l-2 16h14l-2-16M27 38h14v4H27z',
    'M34 26c3 3 3 6.5 0 8c-3-1.5-3-5 0-8zM20 30h-3M51 30h-3M47 21l2-2M47 39l2 2',
  ],
  bridge: [
    'M4 38h56M4 33h56M10 38v-5M21 38v-5M32 38v-5M43 38v-5M54 38v-5M8 54v-4a6 6 0 0 1 12 0v4M26 54v-4a6 6 0 0 1 12 0v4M44 54v-4a6 6 0 0 1 12 0v4',
    'M4 58q3.5-2.5 7 0t7 0 7 0 7 0 7 0 7 0 7 0 7 0',
  ],
} as const

/** One of the drawings of an empty place. */
export type EmptyDrawing = keyof typeof drawings

export interface EmptyProps {
  readonly title: string
  readonly drawing?: EmptyDrawing
  /** Says what the list will contain, and how to add to it. */
  readonly children?: ReactNode
}

/** Replaces a list without rows: says what the list will contain, and how to add to it. */
export function Empty({ title, drawing = 'gate', children }: EmptyProps) {
  const [stone, moving] = drawings[drawing]
  return (
    <div className={classes.empty} data-part="empty">
      <svg className={classes.drawing} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
        <path d={stone} />
        <path d={moving} data-moves />
      </svg>
      <p className={classes.title}>{title}</p>
      {children}
    </div>
  )
}
