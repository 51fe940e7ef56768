import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import classes from './data-table.module.css'
import { useHydrated } from './hydrated.ts'

/** Rows that can be selected: a box each, which belongs to a form beside the table. */
export interface Selection<Row> {
  readonly form: string
  /** The name of a checkbox in that form. */
  readonly name: string
  /** The label of a row's checkbox, for screen readers. */
  readonly label: (row: Row) => string
  readonly labelAll: string
}

type Boxes = Pick<Selection<unknown>, 'form' | 'name'>

/** The checkbox of one row. With Shift it sets every checkbox up to the one that was pressed before. */
export function SelectRow<Row>({
  selection,
  row,
  id,
}: {
  readonly selection: Selection<Row>
  readonly row: Row
  readonly id: string
}) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        form={selection.form}
        name={selection.name}
        value={id}
        aria-label={selection.label(row)}
        autoComplete="off"
        onClick={(event) => takeAlong(selection, event)}
      />
    </label>
  )
}

let pressedBefore: WeakRef<HTMLInputElement> | undefined

function takeAlong(selection: Boxes, { currentTarget: box, shiftKey }: MouseEvent<HTMLInputElement>): void {
  const before = pressedBefore?.deref()
  pressedBefore = new WeakRef(box)
  if (!shiftKey || before === undefined) return
  const boxes = boxesOf(selection)
  const [from, to] = [boxes.indexOf(before), boxes.indexOf(box)].toSorted((one, other) => one - other)
  if (from === undefined || to === undefined || from < 0) return
  for (const one of boxes.slice(from, to)) one.checked = box.checked
}

/** The box in the head, once script runs: every row of the page, or none. */
export function SelectAll<Row>({ selection }: { readonly selection: Selection<Row> }) {
  const box = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const { selected, shown } = useSelected(selection)
  const isAll = shown > 0 && selected === shown
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = selected > 0 && !isAll
  }, [selected, isAll])
  return (
    <label className={classes.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label={selection.labelAll}
        checked={isAll}
        disabled={!hydrated}
        data-needs-script
        onChange={({ target }) => selectAll(selection, target.checked)}
      />
    </label>
  )
}

/** Selects every row of the page, or none. */
export function selectAll(selection: Boxes, isOn: boolean): void {
  const boxes = boxesOf(selection)
  for (const box of boxes) box.checked = isOn
  boxes[0]?.dispatchEvent(new Event('change', { bubbles: true }))
}

/** How many rows are selected, of those on the page. Zero without script. */
export function useSelected(selection: Boxes): { readonly selected: number; readonly shown: number } {
  const count = useSyncExternalStore(
    listen,
    () => {
      const boxes = boxesOf(selection)
      return `${boxes.filter(({ checked }) => checked).length} ${boxes.length}`
    },
    () => '0 0',
  )
  const [selected = 0, shown = 0] = count.split(' ').map(Number)
  return { selected, shown }
}

function listen(changed: () => void): () => void {
  document.addEventListener('change', changed)
  return () => document.removeEventListener('change', changed)
}

function boxesOf({ form, name }: Boxes): readonly HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`tbody input[form="${form}"][name="${name}"]`)]
}
