import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the heap small, and has to be imported before anything that fills it. Left alone, V8 lets rubbish grow to
 * some 450 MiB while pages are drawn under load; with these it stays below 300 MiB for a few per cent of processor
 * time. Measured with `npm run bench -- service`.
 */
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--max-semi-space-size=2')
setFlagsFromString('--heap-growing-percent=20')
// So little is alive each time that sharing the work among threads takes longer than doing it.
setFlagsFromString('--no-parallel-scavenge')
