import type { ComponentProps } from 'react'
import classes from './file-input.module.css'

export interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  /** `zone`: with an outline that files are dropped into. Default: a button, with the file's name beside it. */
  readonly look?: 'line' | 'zone'
}

/** A native control for files in the house look: keyboard and dropped files are the browser's, with and without script. */
export function FileInput({ look = 'line', ...input }: FileInputProps) {
  return <input {...input} type="file" className={classes.file} data-look={look} data-part="file" />
}
