import type { ComponentProps } from 'react'
import classes from './file-input.module.css'

/** A native control for files in the house look. */
export function FileInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="file" className={classes.file} />
}
