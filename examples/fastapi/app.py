"""An application on FastAPI: pages for all visitors, signed-in people and members, with a second factor, and with a token."""

import os
from datetime import datetime, timezone
from html import escape
from urllib.parse import urlencode

import httpx
import jwt
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse

# This application and the account pages, as browsers see them, and the organization of the page for members.
ORIGIN = os.environ.get("ORIGIN", "http://app.example.localhost:3000")
ACCOUNT = os.environ.get("ACCOUNT", "http://account.example.localhost:4455")
ORGANIZATION = os.environ.get("ORGANIZATION", "00000000-0000-4000-8000-000000000000")
# The address that this server connects to: few resolvers know names below localhost.
INTERNAL = os.environ.get("ACCOUNT_INTERNAL", "http://localhost:4455")
COOKIE = "gatehouse_session"

host = {"host": ACCOUNT.split("//", 1)[1]}
service = httpx.AsyncClient(base_url=INTERNAL, headers={**host, "accept": "application/json"}, timeout=3)
keys = jwt.PyJWKClient(f"{INTERNAL}/.well-known/jwks.json", headers=host)
app = FastAPI(openapi_url=None)


async def whoami(request: Request, **query: str) -> httpx.Response | None:
    """Asks for the session, with its cookie alone; None if there is none."""
    cookie = request.cookies.get(COOKIE)
    if cookie is None:
        return None
    try:
        return await service.get("/sessions/whoami", params=query, headers={"cookie": f"{COOKIE}={cookie}"})
    except httpx.HTTPError as error:
        raise HTTPException(503, "The session cannot be read right now.") from error


def sign_in(request: Request, **wish: str) -> HTTPException:
    """Redirects to the sign-in page, and back to the requested page."""
    query = f"?{request.url.query}" if request.url.query else ""
    back = f"{ORIGIN}{request.url.path}{query}"
    return HTTPException(302, headers={"location": f"{ACCOUNT}/login?{urlencode({'return_to': back, **wish})}"})


async def signed_in(request: Request) -> dict:
    answer = await whoami(request)
    if answer is None or answer.status_code == 401:
        raise sign_in(request)
    if answer.status_code == 403:
        raise sign_in(request, aal="aal2")
    if answer.status_code != 200:
        raise HTTPException(503, "The session cannot be read right now.")
    return answer.json()


async def member(session: dict = Depends(signed_in)) -> dict:
    if session["identity"].get("organization_id") != ORGANIZATION:
        raise HTTPException(403, "For members only.")
    return session


async def two_factors(request: Request, session: dict = Depends(signed_in)) -> dict:
    """Two factors, and no longer ago than five minutes."""
    if session["authenticator_assurance_level"] != "aal2":
        raise sign_in(request, aal="aal2")
    proved = datetime.fromisoformat(session["authenticated_at"].replace("Z", "+00:00"))
    if (datetime.now(timezone.utc) - proved).total_seconds() > 300:
        raise sign_in(request, aal="aal2", refresh="true")
    return session


def claims_of(token: str) -> dict:
    """Checks a token by the published keys; raises if it is none."""
    key = keys.get_signing_key_from_jwt(token).key
    return jwt.decode(
        token, key, algorithms=["ES256"], issuer=f"{ACCOUNT}/", options={"require": ["exp", "iss", "sub", "sid"]}
    )


def name_of(session: dict) -> str:
    name = session["identity"]["traits"].get("name") or {}
    full = " ".join(part for part in (name.get("first"), name.get("last")) if part)
    return escape(full or session["identity"]["traits"]["email"])


def page(body: str) -> HTMLResponse:
    links = " ".join(f'<a href="/{path}">{path}</a>' for path in ("orders", "members", "delete", "token"))
    return HTMLResponse(
        f'<!doctype html><html lang="en"><title>Shop</title><nav><a href="/">Start</a> {links}</nav>'
        f"<main><h1>Shop</h1>{body}</main></html>"
    )


@app.get("/")
async def start(request: Request) -> HTMLResponse:
    answer = await whoami(request)
    back = urlencode({"return_to": f"{ORIGIN}/"})
    if answer is not None and answer.status_code == 200:
        return page(f'<p>Hello {name_of(answer.json())}</p><a href="{ACCOUNT}/logout?{back}">Sign out</a>')
    return page(f'<p>You are not signed in.</p><a href="{ACCOUNT}/login?{back}">Sign in</a>')


@app.get("/orders")
async def orders(session: dict = Depends(signed_in)) -> HTMLResponse:
    return page(f"<p>Orders of {name_of(session)}</p>")


@app.get("/members")
async def members(session: dict = Depends(member)) -> HTMLResponse:
    return page(f"<p>For members: {name_of(session)}</p>")


@app.get("/delete")
async def delete(session: dict = Depends(two_factors)) -> HTMLResponse:
    return page(f"<p>Really delete everything, {name_of(session)}?</p>")


@app.get("/token")
async def token(request: Request, _session: dict = Depends(signed_in)) -> HTMLResponse:
    """Shows the token that a service behind this application would get, and its check."""
    answer = await whoami(request, tokenize_as="app")
    claims = claims_of(answer.json()["tokenized"]) if answer is not None else {}
    return page(f"<p>Token of {escape(claims['sub'])}</p>")


@app.get("/api/me")
def me(request: Request) -> dict:
    """Answers programs with a token, without a session."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    try:
        return {"sub": claims_of(given if scheme == "Bearer" else "")["sub"]}
    except jwt.PyJWKClientConnectionError as error:
        raise HTTPException(503, "The keys cannot be read right now.") from error
    except jwt.PyJWTError as error:
        raise HTTPException(401, "The token is not valid.") from error
