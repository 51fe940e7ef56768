/** A panel of the picture. */
export interface DrawnPanel {
  readonly title: string
  readonly unit: string
  readonly area: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

/** The dashboard as it is drawn in the browser: panels over the same moments (Unix seconds). */
export interface DrawnDashboard {
  readonly moments: readonly number[]
  readonly panels: readonly DrawnPanel[]
}

/** Of a line, for uPlot. */
interface Line {
  readonly label: string
  readonly stroke: string
  readonly width: number
  readonly points: { readonly show: boolean }
}

interface Plotting {
  readonly uPlot: new (options: object, data: readonly (readonly (number | null)[])[], target: Element) => unknown
}

/**
 * Draws all panels into the page that runs it. The function is passed to the page, so it can refer to nothing outside
 * itself.
 */
export function drawPanels({ moments, panels }: DrawnDashboard): void {
  const colours = [
    '#2563a8',
    '#b5541c',
    '#2f7d4f',
    '#7a4ba0',
    '#a8324e',
    '#4a7c8c',
    '#8a6d1d',
    '#5b6470',
    '#c2417c',
    '#3d5a2a',
  ]
  const { uPlot } = globalThis as unknown as Plotting
  const shown = (value: number, unit: string): string => {
    if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`
    if (unit === 's' && value >= 3_600) return `${Number((value / 3_600).toPrecision(3))} h`
    if (unit === 's')
      return value >= 1 ? `${Number(value.toPrecision(3))} s` : `${Number((value * 1_000).toPrecision(3))} ms`
    const number = Number(value.toPrecision(3)).toLocaleString('en')
    return unit === 'reqps' ? `${number} /s` : number
  }
  for (const { title, unit, area, lines } of panels) {
    const panel = document.createElement('section')
    panel.style.gridArea = `${area.y + 1} / ${area.x + 1} / span ${area.h} / span ${area.w}`
    const head = document.createElement('h2')
    head.textContent = title
    const plot = document.createElement('div')
    plot.className = 'plot'
    const legend = document.createElement('ul')
    const strokes = lines.map((_, index) => colours[index % colours.length] ?? '#000')
    for (const [index, { name }] of lines.entries()) {
      const entry = document.createElement('li')
      const mark = document.createElement('i')
      mark.style.background = strokes[index] ?? ''
      entry.append(mark, name)
      legend.append(entry)
    }
    panel.append(head, plot, legend)
    document.querySelector('main')?.append(panel)
    const series: (object | Line)[] = [
      {},
      ...lines.map(({ name }, index) => ({
        label: name,
        stroke: strokes[index] ?? '',
        width: 1.5,
        points: { show: false },
      })),
    ]
    const grid = { stroke: '#e6e8eb', width: 1 }
    const axis = { stroke: '#5b6470', grid, ticks: { show: false }, font: '11px system-ui' }
    const options = {
      width: plot.clientWidth,
      height: plot.clientHeight,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_plot: unknown, _least: number, most: number) => [0, most > 0 ? most * 1.1 : 1] } },
      axes: [
        axis,
        { ...axis, size: 66, values: (_plot: unknown, ticks: number[]) => ticks.map((tick) => shown(tick, unit)) },
      ],
      series,
    }
    void new uPlot(options, [moments, ...lines.map(({ values }) => values)], plot)
  }
}
