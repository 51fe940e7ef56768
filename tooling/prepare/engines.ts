import { engines } from '@gatehouse/testing/processes'

// One after the other: each uses every core. One that cannot be had is said, and its tests say so again.
for (const engine of engines) {
  if ((await engine.missing()) === undefined) continue
  console.log(`Making ${engine.title} ready; this happens once and may take minutes …`)
  const began = Date.now()
  try {
    await engine.prepare()
    console.log(`  done (${Math.round((Date.now() - began) / 1_000)} s)`)
  } catch (error) {
    console.error(`  ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
