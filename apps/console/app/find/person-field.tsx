import { Field, TextInput } from '@gatehouse/design/controls'
import { useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import { useProjectRoot } from '../scopes/use-project-root.ts'
import type { Found } from './found.ts'

export interface PersonFieldProps {
  readonly id: string
  readonly label: string
  readonly example: string
  readonly typed: string
}

/** A pause in typing after which people are offered, in milliseconds. */
const pauseMs = 150

/** Finds a person by name, address or id: with script the browser offers who fits, without it the page does. */
export function PersonField({ id, label, example, typed }: PersonFieldProps) {
  const root = useProjectRoot()
  const list = useId()
  const { load, data } = useFetcher<Found>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const follow = (q: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void load(`${root}/find?${new URLSearchParams({ q, only: 'people' })}`), pauseMs)
  }
  return (
    <Field id={id} label={label}>
      {(control) => (
        <>
          <TextInput
            {...control}
            type="search"
            name="person"
            defaultValue={typed}
            placeholder={example}
            list={list}
            autoComplete="off"
            dir="auto"
            maxLength={200}
            onInput={(event) => follow(event.currentTarget.value)}
          />
          <datalist id={list}>
            {data?.people.map((person) => (
              <option
                key={person.id}
                value={person.address || person.id}
                label={person.name}
                aria-label={person.name}
              />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
