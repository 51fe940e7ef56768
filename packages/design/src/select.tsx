import type { ComponentProps } from 'react'
import fieldClasses from './field.module.css'
import { Icon } from './icon.tsx'
import classes from './select.module.css'

export interface SelectProps extends ComponentProps<'select'> {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The first, empty choice. Omit it if a value is always set. */
  readonly placeholder?: string | undefined
}

/** A native select in the house look. */
export function Select({ options, placeholder, ...select }: SelectProps) {
  return (
    <div className={classes.box}>
      {/* By its default: React gives an input another one, but not a select. */}
      <select
        {...select}
        key={String(select.defaultValue)}
        className={`${fieldClasses.input} ${classes.select}`}
        data-part="select"
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option, index) => (
          <option key={index} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={18} />
    </div>
  )
}
