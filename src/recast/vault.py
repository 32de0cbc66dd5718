"""A vault on disk: encrypted with AES-256-GCM, outside the folder of the release, readable by this user only.

The key is that of ``RECAST_VAULT_KEY`` (a passphrase, stretched by scrypt with a salt of the file), else 32 random bytes
in a key file of the user's state folder, made on first use with mode 0600. The file is bound to its format by the
authenticated header, so that a changed byte anywhere is found. Not covered: whoever can read both the state folder and
the vault, and what the system swaps to disk while a vault is in memory.
"""

from __future__ import annotations

import dataclasses
import json
import os
import secrets
import time
import types
import typing
from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from recast import types as words
from recast.errors import StorageFailed, UsageError
from recast.storage import private_folder, state_folder, storage, write_private
from recast.types import Vault

_MAGIC = b"RECASTVAULT1"
_FROM_PASSPHRASE, _FROM_FILE = b"P", b"F"
_SALT, _NONCE = 16, 12
_SUFFIX = ".vault"


def vault_folder() -> Path:
    """Where vaults lie unless the caller names a path."""
    return state_folder() / "vaults"


def save(vault: Vault, path: Path | None = None, *, release_folder: Path | None = None) -> Path:
    """Writes the vault and returns where.

    ``path`` defaults to a random name in ``vault_folder``. Raises ``UsageError`` for a path inside ``release_folder``,
    the folder that is handed on, and ``StorageFailed``.
    """
    target = path or vault_folder() / f"{secrets.token_hex(8)}{_SUFFIX}"
    if release_folder is not None and target.resolve().is_relative_to(release_folder.resolve()):
        raise UsageError("the vault must lie outside the folder of the release: it undoes the protection")
    passphrase = os.environ.get("RECAST_VAULT_KEY")
    origin = _FROM_PASSPHRASE if passphrase else _FROM_FILE
    salt, nonce = secrets.token_bytes(_SALT), secrets.token_bytes(_NONCE)
    header = _MAGIC + origin + salt + nonce
    plain = json.dumps(_plain(vault), ensure_ascii=False).encode("utf-8", "surrogatepass")
    with storage("saving the vault"):
        key = _stretched(passphrase, salt) if passphrase else _file_key(make=True)
        write_private(target, header + AESGCM(key).encrypt(nonce, plain, header))
    return target


def load(path: Path) -> Vault:
    """Reads a vault back. Raises ``StorageFailed`` with the remedy: no vault, another key, damaged."""
    with storage("reading the vault"):
        data = path.read_bytes()
    size = len(_MAGIC) + 1 + _SALT + _NONCE
    header, sealed = data[:size], data[size:]
    if len(header) < size or not header.startswith(_MAGIC):
        raise StorageFailed("this file is not a vault of ReCast: give the path that `recast protect` printed")
    origin = header[len(_MAGIC) : len(_MAGIC) + 1]
    salt, nonce = header[-_SALT - _NONCE : -_NONCE], header[-_NONCE:]
    try:
        plain = AESGCM(_key_for(origin, salt)).decrypt(nonce, sealed, header)
    except InvalidTag:
        remedy = (
            "set RECAST_VAULT_KEY to the value it was saved with"
            if origin == _FROM_PASSPHRASE
            else "put back the key file of the state folder that it was saved with"
        )
        raise StorageFailed(
            f"the vault cannot be opened (another key, or a damaged file): {remedy}"
        ) from None
    try:
        vault: Vault = _typed(json.loads(plain.decode("utf-8", "surrogatepass")), Vault)
        return vault
    except (ValueError, KeyError, TypeError):
        raise StorageFailed(
            "the vault was saved by another version of ReCast: open it with that version"
        ) from None


def purge(older_than: timedelta) -> int:
    """Deletes the vaults in ``vault_folder`` that are older, returns how many; ``timedelta(0)`` deletes all."""
    limit = time.time() - older_than.total_seconds()
    deleted = 0
    with storage("deleting vaults"):
        for path in vault_folder().glob(f"*{_SUFFIX}"):
            if path.stat().st_mtime <= limit:
                path.unlink()
                deleted += 1
    return deleted


# ── key ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _key_for(origin: bytes, salt: bytes) -> bytes:
    if origin == _FROM_FILE:
        with storage("reading the vault's key file"):
            return _file_key(make=False)
    passphrase = os.environ.get("RECAST_VAULT_KEY")
    if not passphrase:
        raise StorageFailed("the vault was saved under RECAST_VAULT_KEY: set it to the same value")
    return _stretched(passphrase, salt)


def _stretched(passphrase: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, length=32, n=1 << 15, r=8, p=1).derive(
        passphrase.encode("utf-8", "surrogatepass")
    )


def _file_key(*, make: bool) -> bytes:
    """The key of the state folder. Two processes that make it at once agree on the first: it is linked into place."""
    path = state_folder() / "vault.key"
    if make and not path.exists():
        draft = private_folder(path.parent) / f".vault.key.{secrets.token_hex(8)}"
        write_private(draft, secrets.token_bytes(32))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    if not path.exists():
        raise StorageFailed(
            "the key file of the state folder is gone: put it back, without it no vault can be opened"
        )
    key = path.read_bytes()
    if os.name != "nt" and path.stat().st_mode & 0o077:
        raise StorageFailed("the vault's key file can be read by others: run chmod 600 on it")
    if len(key) != 32:
        raise StorageFailed("the vault's key file is damaged: put back a copy, or delete it to begin anew")
    return key


# ── form ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _plain(value: Any) -> Any:
    """A value of the words in ``types`` as JSON; the types come back from the fields' own annotations."""
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | frozenset):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return str(value)
    return value


def _typed(value: Any, kind: Any) -> Any:
    """The inverse of ``_plain`` for an annotation. Raises ``ValueError``, ``KeyError`` or ``TypeError``."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = typing.get_type_hints(kind, vars(words))
        return kind(
            **{field.name: _typed(value[field.name], hints[field.name]) for field in dataclasses.fields(kind)}
        )
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        if value is None and type(None) in arguments:
            return None
        (inner,) = (argument for argument in arguments if argument is not type(None))
        return _typed(value, inner)
    if origin is tuple:
        return tuple(_typed(item, arguments[0]) for item in value)
    if origin is frozenset:
        return frozenset(_typed(item, arguments[0]) for item in value)
    if origin is Mapping:
        return MappingProxyType({key: _typed(item, arguments[1]) for key, item in value.items()})
    if origin is typing.Literal:
        if value not in arguments:
            raise ValueError("not one of the allowed values")
        return value
    if kind is Decimal:
        return Decimal(value)
    if kind is float and isinstance(value, int):
        return float(value)
    if not isinstance(value, kind):
        raise TypeError("not of the annotated type")
    return value
