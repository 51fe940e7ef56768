import { account, open, openNative, read, submit, submitNative } from '../given.ts'
import { linkForm, noToken, settingsForm, token } from '../rows.ts'
import type { Exchange, ScenarioFile, Step } from '../scenario.ts'

const asked = { method: 'link', email: '{email}' }
const linkByMail: Step = { title: 'the link comes by mail', mailTo: '{email}' }
const recovered =
  'success 1060001(privilegedSessionExpiresAt,privileged_session_expires_at,privileged_session_expires_at_unix)'

const openLink = (title: string, link = '{linkPath}'): Exchange => ({
  title,
  mode: 'navigation',
  request: `GET ${link}`,
  expect: { status: 303, location: '{pages}/settings?flow=*', cookies: ['csrf', 'session'] },
})

const refusedLink = (title: string, link: string, mode: Exchange['mode'] = 'navigation'): readonly Step[] => [
  {
    title,
    mode,
    request: `GET ${link}`,
    expect: { status: 303, location: '{pages}/recovery?flow=*', cookies: ['csrf'] },
  },
  {
    ...read('recovery'),
    title: `${title}: the new flow says so`,
    expect: {
      status: 200,
      flow: { state: 'choose_method', active: 'link', messages: ['error 4060004'], nodes: linkForm() },
    },
  },
]

export const linkRecovery: ScenarioFile = {
  area: 'recovery',
  scenarios: [
    {
      name: 'a link by mail leads to the settings, once',
      profile: 'links',
      steps: [
        account,
        {
          ...open('recovery', '?return_to={%pages}%2Fapp'),
          expect: { status: 200, flow: { state: 'choose_method', active: 'link', nodes: linkForm() } },
        },
        {
          title: 'a link is asked for',
          ...submit('recovery'),
          body: asked,
          expect: {
            status: 200,
            cookies: [],
            flow: { state: 'sent_email', active: 'link', messages: ['info 1060002'], nodes: linkForm('={email}') },
          },
        },
        linkByMail,
        openLink('the link is opened'),
        {
          ...read('settings'),
          expect: {
            status: 200,
            flow: {
              state: 'show_form',
              messages: [recovered],
              nodes: settingsForm(token, '{email}', '=Ada', '=Lovelace'),
              also: { return_to: '{pages}/app' },
            },
          },
        },
        {
          title: 'the session comes from the link, and the address is verified',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: {
            status: 200,
            body: {
              authentication_methods: [{ method: 'link_recovery', aal: 'aal1' }],
              identity: { verifiable_addresses: [{ value: '{email}', verified: true }] },
            },
          },
        },
        ...refusedLink('the link is opened again', '{linkPath}'),
      ],
    },
    {
      name: 'a forged link leads to a new flow, whatever is accepted',
      profile: 'links',
      steps: [
        open('recovery'),
        ...refusedLink('a forged link', '/self-service/recovery?flow={flow}&token=abc', 'ajax'),
      ],
    },
    {
      name: 'an app asks for a link, a browser opens it',
      profile: 'links',
      steps: [
        account,
        { ...openNative('recovery'), expect: { status: 200, flow: { active: 'link', nodes: linkForm('', noToken) } } },
        {
          title: 'a link is asked for',
          ...submitNative('recovery'),
          body: asked,
          expect: {
            status: 200,
            flow: { state: 'sent_email', messages: ['info 1060002'], nodes: linkForm('={email}', noToken) },
          },
        },
        linkByMail,
        openLink('the link is opened'),
      ],
    },
    {
      name: 'an operator makes a link',
      profile: 'links',
      steps: [
        account,
        {
          title: 'the link',
          at: 'admin',
          mode: 'native',
          request: 'POST /admin/recovery/link',
          body: { identity_id: '{account}', expires_in: '1h' },
          expect: {
            status: 200,
            body: { recovery_link: '{public}/self-service/recovery?flow=*&token=*', expires_at: '*' },
          },
        },
        {
          title: 'an unknown account',
          at: 'admin',
          mode: 'native',
          request: 'POST /admin/recovery/link',
          body: { identity_id: '{unknownId}' },
          expect: { status: 400, error: {} },
        },
        openLink('the link is opened', '{recoveryLinkPath}'),
        {
          title: 'the address is not proved by it',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { identity: { verifiable_addresses: [{ verified: false }] } } },
        },
      ],
    },
  ],
}
