import type { Engine } from './engine.ts'
import { embedded } from './embedded.ts'
import { kratos } from './kratos.ts'
import { serve } from './serve.ts'

/** Every engine the suite knows, in the order of the compatibility table. */
export const engines: readonly Engine[] = [embedded, serve, kratos]
