import { z } from 'zod'

import { jsonAnswer } from '../http/answer.ts'
import { withoutSecrets } from '../projects/secret-keys.ts'

const tree = z.record(z.string(), z.unknown())

/** A project as viewers see it: its key could read everything, so what lets people in is struck out here. */
export async function withoutSecretsOfProject(answer: Response): Promise<Response> {
  return jsonAnswer(answer.status, withoutSecrets(tree.parse(await answer.json())))
}
