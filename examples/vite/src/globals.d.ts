/// <reference types="vite/client" />
declare const ACCOUNT_URL: string
declare const MEMBERS_OF: string
