import { z } from 'zod'

import { jsonAnswer } from '../http/answer.ts'
import { withoutSecrets } from '../projects/secret-keys.ts'

const tree = z.record(z.string(), z.unknown())

/** Returns a project as viewers see it: its key could read everything, so secrets are redacted here. */
export async function withoutSecretsOfProject(answer: Response): Promise<Response> {
  return jsonAnswer(answer.status, withoutSecrets(tree.parse(await answer.json())))
}
