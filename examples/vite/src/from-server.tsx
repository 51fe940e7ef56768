import { useSession } from '@gatehouse/react'
import { useEffect, useState } from 'react'

/** What the server of this application says; the session goes along as a cookie. */
export function FromServer({ path }: { readonly path: string }) {
  return <Said by={() => ask(path, {})} />
}

/** What a service says that gets a token in the place of the session. */
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
