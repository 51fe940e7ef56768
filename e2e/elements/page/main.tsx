import '@ory/elements-react/theme/styles.css'
import { createRoot } from 'react-dom/client'
import { FlowPage } from './flow-page.tsx'
import { flowKinds } from './flows.ts'
import { Welcome } from './welcome.tsx'

const kind = flowKinds.find((one) => location.pathname === `/${one}`)
const root = document.querySelector('#root')
if (root !== null) createRoot(root).render(kind === undefined ? <Welcome /> : <FlowPage kind={kind} />)
