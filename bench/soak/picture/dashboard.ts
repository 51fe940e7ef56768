import { readFileSync } from 'node:fs'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { z } from 'zod'

const target = z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string().default('') })

const dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      title: z.string(),
      type: z.literal('timeseries'),
      /** In columns of which there are 24, and in rows. */
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
      targets: z.array(target).min(1),
    }),
  ),
})

/** The dashboard of ops/, as far as a picture needs it. */
export type Dashboard = z.output<typeof dashboard>

/** Reads it; throws if the picture cannot draw a panel of that kind. */
export function readDashboard(): Dashboard {
  return dashboard.parse(JSON.parse(readFileSync(`${repositoryRoot}/ops/dashboard.json`, 'utf8')))
}
