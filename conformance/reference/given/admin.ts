import type { Given } from './given.ts'
import { open } from '../../scenarios/given.ts'
import { account, accountWithTotp, done, send } from './steps.ts'

const others = [1, 2, 3, 4, 5, 6].map((number) =>
  done(`person ${number} exists`, 'POST /admin/identities', 201, {
    at: 'admin',
    mode: 'native',
    body: { schema_id: 'default', traits: { email: `person-${number}@example.org` } },
  }),
)

export const adminGivens: Readonly<Record<string, Given>> = {
  'admin-courier-messages': {
    before: {
      0: [
        account,
        ...['first', 'second', 'third', 'fourth', 'fifth'].flatMap((as) => [
          open('verification', '', as),
          send('verification', { method: 'code', email: '{email}' }, 200, as),
        ]),
        { title: 'its mail is out', settle: true },
      ],
    },
  },
  'admin-identity-batch': { before: { 0: [account] }, variables: { email: 'user-2@example.org' } },
  'admin-identity-credentials': { before: { 0: accountWithTotp } },
  'admin-identity-errors': { before: { 0: [account] } },
  'admin-identity-list-pagination': { before: { 0: [account, ...others] } },
  'admin-misc': { before: { 0: [account] } },
}
