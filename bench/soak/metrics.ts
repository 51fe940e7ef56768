/** The samples that Prometheus would have scraped in the course of a soak, with the time of its clock (OpenMetrics). */
export interface Scrapes {
  /** Scrapes once; returns the samples without labels. */
  scrape(adminOrigin: string, now: number): Promise<ReadonlyMap<string, number>>
  /** All of it as a file for `promtool tsdb create-blocks-from openmetrics`. */
  file(): string
}

/** Begins without any. */
export function createScrapes(): Scrapes {
  const kinds = new Map<string, string>()
  const samples = new Map<string, string[]>()
  return {
    scrape: async (adminOrigin, now) => {
      const answer = await fetch(`${adminOrigin}/metrics`)
      const plain = new Map<string, number>()
      let family = ''
      for (const line of (await answer.text()).split('\n')) {
        const [, name, kind] = /^# TYPE (\S+) (\S+)/.exec(line) ?? []
        if (name !== undefined && kind !== undefined) {
          family = name
          kinds.set(name, kind)
        }
        if (line === '' || line.startsWith('#')) continue
        const at = line.lastIndexOf(' ')
        const [series, value] = [line.slice(0, at), line.slice(at + 1)]
        if (!series.includes('{')) plain.set(series, Number(value))
        const own = samples.get(family) ?? []
        own.push(`${series} ${value.replace('Nan', 'NaN')} ${(now / 1_000).toFixed(3)}`)
        samples.set(family, own)
      }
      return plain
    },
    file: () => {
      const families = [...samples].flatMap(([name, lines]) => {
        const kind = kinds.get(name) ?? 'unknown'
        return [`# TYPE ${kind === 'counter' ? name.replace(/_total$/, '') : name} ${kind}`, ...bySeries(lines)]
      })
      return [...families, '# EOF', ''].join('\n')
    },
  }
}

/** Samples of a series one after the other, as the format wants them. */
function bySeries(lines: readonly string[]): readonly string[] {
  const series = Map.groupBy(lines, (line) => line.slice(0, line.indexOf('}') + 1 || line.indexOf(' ')))
  return [...series.values()].flat()
}
