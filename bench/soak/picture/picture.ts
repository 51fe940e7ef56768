import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { browserLaunch } from '@gatehouse/testing/browser'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { stepHours } from '../one-day.ts'
import { readDashboard, type Dashboard } from './dashboard.ts'
import { drawPanels, type DrawnDashboard, type DrawnPanel } from './draw-panels.ts'
import { startPrometheus, type Prometheus, type Series } from './prometheus.ts'

/** How often a soak writes metrics down, at least, in seconds of its clock. */
const everySeconds = stepHours * 60 * 60
/** How fine the picture is: an outage has more of them. */
const stepSeconds = 15 * 60
/** As Grafana chooses it: four times as long as between two scrapes. */
const rateInterval = `${4 * everySeconds}s`
const file = `${repositoryRoot}/docs/screenshots/dashboard.png`

/**
 * Evaluates every query of the dashboard of ops/ in a real Prometheus over the samples of a soak, and draws its panels
 * at their positions into docs/screenshots/dashboard.png. Throws if a panel would be empty.
 */
export async function drawDashboard(samplesFile: string): Promise<string> {
  const prometheus = await startPrometheus(samplesFile, { everySeconds, stepSeconds })
  try {
    const { title, panels } = readDashboard()
    const drawn = await Promise.all(panels.map((panel) => evaluated(prometheus, panel)))
    const empty = drawn.filter(({ lines }) => lines.length === 0).map((panel) => panel.title)
    if (empty.length > 0) throw new Error(`no data has come for ${empty.join(', ')}`)
    await photograph(title, { moments: prometheus.moments, panels: drawn })
  } finally {
    await prometheus.stop()
  }
  return file
}

async function evaluated(prometheus: Prometheus, panel: Dashboard['panels'][number]): Promise<DrawnPanel> {
  const { title, gridPos, fieldConfig, targets } = panel
  const lines = await Promise.all(
    targets.map(async ({ expr, legendFormat }) => {
      const series = await prometheus.query(expr.replaceAll('$__rate_interval', rateInterval))
      return series
        .filter(({ values }) => values.some((value) => value !== null))
        .map((one) => lineOf(one, legendFormat))
    }),
  )
  return { title, unit: fieldConfig.defaults.unit, area: gridPos, lines: lines.flat() }
}

function lineOf({ labels, values }: Series, legendFormat: string): DrawnPanel['lines'][number] {
  const name = legendFormat.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_whole, label: string) => labels[label] ?? '')
  return { name: name === '' ? JSON.stringify(labels) : name, values }
}

const style = `
  body { margin: 0; background: #f4f5f7; font: 13px system-ui, 'Liberation Sans', sans-serif; color: #22272e; }
  h1 { font-size: 18px; margin: 16px 16px 0; }
  main { display: grid; grid-template-columns: repeat(24, 1fr); grid-auto-rows: 32px; gap: 8px; padding: 12px 16px 16px; }
  section { background: #fff; border: 1px solid #d9dce1; border-radius: 4px; padding: 8px 10px; display: flex; flex-direction: column; min-width: 0; overflow: hidden; }
  h2 { font-size: 13px; margin: 0 0 4px; }
  .plot { flex: 1; min-height: 0; }
  ul { list-style: none; margin: 4px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 12px; font-size: 11px; }
  i { display: inline-block; width: 12px; height: 3px; margin-right: 5px; vertical-align: middle; }
`

async function photograph(title: string, dashboard: DrawnDashboard): Promise<void> {
  const library = createRequire(import.meta.url).resolve('uplot/dist/uPlot.iife.min.js')
  const browser = await chromium.launch(browserLaunch('engine'))
  try {
    const page = await browser.newPage({ viewport: { width: 1_400, height: 900 } })
    await page.setContent(
      `<!doctype html><html lang="en"><title>${title}</title><body><h1>${title}</h1><main></main></body></html>`,
    )
    await page.addStyleTag({
      content: readFileSync(library.replace('uPlot.iife.min.js', 'uPlot.min.css'), 'utf8') + style,
    })
    await page.addScriptTag({ path: library })
    await page.evaluate(drawPanels, dashboard)
    await page.screenshot({ path: file, fullPage: true })
  } finally {
    await browser.close()
  }
}
