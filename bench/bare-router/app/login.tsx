import { Form } from 'react-router'

/** A page with an empty loader and two fields: the cost of the framework alone. */
export function loader() {
  return { title: 'Sign in' }
}

export default function Login({ loaderData }: { readonly loaderData: { readonly title: string } }) {
  return (
    <main>
      <h1>{loaderData.title}</h1>
      <Form method="post">
        <label>
          Email <input name="identifier" type="text" required />
        </label>
        <label>
          Password <input name="password" type="password" required />
        </label>
        <button type="submit">Sign in</button>
      </Form>
    </main>
  )
}
