import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** One figure of the run. `target` lets a reader compare at once; no run fails because of it. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** `≤` or `≥` and a number, in the figure's unit. */
  readonly target?: { readonly compare: '≤' | '≥'; readonly value: number }
  readonly note?: string
}

function meets(figure: Figure): string {
  if (figure.target === undefined) return ''
  const met = figure.target.compare === '≤' ? figure.value <= figure.target.value : figure.value >= figure.target.value
  return met ? 'met' : 'MISSED'
}

function shown(value: number): string {
  if (Number.isNaN(value)) return 'n/a'
  return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** Prints the figures as a table and writes them, with the machine they were taken on, to `bench/results/latest.json`. */
export function report(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    figure.name,
    `${shown(figure.value)} ${figure.unit}`.trim(),
    figure.target === undefined ? '' : `${figure.target.compare} ${figure.target.value}`,
    meets(figure),
    figure.note ?? '',
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
  const folder = fileURLToPath(new URL('results', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  writeFileSync(
    `${folder}/latest.json`,
    `${JSON.stringify({ takenAt: new Date().toISOString(), machine, figures }, null, 2)}\n`,
  )
}
