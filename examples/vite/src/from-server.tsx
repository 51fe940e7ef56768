import { useSession } from '@gatehouse/react'
import { useEffect, useState } from 'react'

/** Shows the answer of this application's server; the browser sends the session as a cookie. */
export function FromServer({ path }: { readonly path: string }) {
  return <Said by={() => ask(path, {})} />
}

/** Shows the answer of a service that gets a token in place of the session. */
export function FromService({ path }: { readonly path: string }) {
  const { getToken } = useSession()
  return <Said by={async () => ask(path, { authorization: `Bearer ${(await getToken('app')) ?? ''}` })} />
}

function Said({ by }: { readonly by: () => Promise<string> }) {
  const [text, setText] = useState<string>()
  useEffect(() => {
    by().then(setText, (error: unknown) => setText(String(error)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for a page
  }, [])
  return text === undefined ? <p>…</p> : <p>{text}</p>
}

async function ask(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(path, { headers: { accept: 'application/json', ...headers } })
  const body: unknown = await answer.json()
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'text') : undefined
  return typeof text === 'string' ? text : `The server answered ${answer.status}.`
}
