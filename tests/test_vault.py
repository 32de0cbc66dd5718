from __future__ import annotations

import os
import stat
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recast import storage, vault
from recast.errors import StorageFailed, UsageError
from recast.types import Box, Cell, Vault
from records import shielded


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "user_state_path", lambda *_, **__: tmp_path / "state")
    monkeypatch.delenv("RECAST_VAULT_KEY", raising=False)


def rich() -> Vault:
    """A vault in which every kind of field has a value."""
    made = shielded().vault
    table = made.record.table
    assert table is not None
    boxed = replace(table.cells[0][0], box=Box(1.0, 2.0, 30.5, 40.0), confidence=1)
    cells = ((boxed, Cell(None, None, "missing"), *table.cells[0][2:]), *table.cells[1:])
    return replace(
        made,
        record=replace(made.record, table=replace(table, cells=cells), choices=("ein\n", "zwei \U0001f600")),
        unsure=("cell:0:0",),
    )


def test_it_comes_back_as_it_was() -> None:
    for made in (shielded().vault, shielded(preset="paper").vault, rich(), replace(rich(), protected=None)):
        back = vault.load(vault.save(made))
        for field in fields(Vault):
            assert getattr(back, field.name) == getattr(made, field.name), field.name


def test_it_is_encrypted_and_only_the_user_can_read_it() -> None:
    path = vault.save(rich())
    data = path.read_bytes()
    assert b"Kilmory" not in data
    assert b"ferry" not in data
    assert vault.save(rich()).read_bytes() != data
    if os.name != "nt":
        key = storage.state_folder() / "vault.key"
        for file in (path, key):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_key_of_the_environment_goes_before_the_key_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECAST_VAULT_KEY", "correct horse")
    path = vault.save(rich())
    assert vault.load(path) == rich()
    assert not (storage.state_folder() / "vault.key").exists()
    monkeypatch.setenv("RECAST_VAULT_KEY", "another")
    with pytest.raises(StorageFailed, match="RECAST_VAULT_KEY") as caught:
        vault.load(path)
    assert caught.value.exit_code == 6
    monkeypatch.delenv("RECAST_VAULT_KEY")
    with pytest.raises(StorageFailed, match="RECAST_VAULT_KEY"):
        vault.load(path)


def test_another_key_file_does_not_open_it() -> None:
    path = vault.save(rich())
    key = storage.state_folder() / "vault.key"
    key.unlink()
    with pytest.raises(StorageFailed, match="key file"):
        vault.load(path)
    vault.save(rich())
    with pytest.raises(StorageFailed, match="another key"):
        vault.load(path)
    key.write_bytes(b"short")
    with pytest.raises(StorageFailed, match="damaged"):
        vault.load(path)


@pytest.mark.skipif(os.name == "nt", reason="modes are of POSIX")
def test_a_key_that_others_can_read_is_refused() -> None:
    path = vault.save(rich())
    (storage.state_folder() / "vault.key").chmod(0o644)
    with pytest.raises(StorageFailed, match="chmod 600"):
        vault.load(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(st.data())
def test_a_changed_byte_anywhere_is_found(data: st.DataObject) -> None:
    path = vault.save(shielded().vault, storage.state_folder() / "one.vault")
    whole = bytearray(path.read_bytes())
    whole[data.draw(st.integers(0, len(whole) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(bytes(whole))
    with pytest.raises(StorageFailed):
        vault.load(path)
    path.write_bytes(bytes(whole[: data.draw(st.integers(0, len(whole) - 1))]))
    with pytest.raises(StorageFailed):
        vault.load(path)


def test_it_stays_out_of_the_folder_of_the_release(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for path in (
        out / "x.vault",
        out / "deep" / ".." / "x.vault",
        tmp_path / "other" / ".." / "out" / "x.vault",
    ):
        with pytest.raises(UsageError, match="outside"):
            vault.save(rich(), path, release_folder=out)
    assert vault.save(rich(), tmp_path / "x.vault", release_folder=out).exists()
    assert vault.save(rich(), release_folder=out).exists()


def test_no_vault_and_no_place_for_one(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed):
        vault.load(tmp_path / "none.vault")
    (tmp_path / "file").write_text("not a vault at all, but long enough to hold a header of one")
    with pytest.raises(StorageFailed, match="not a vault"):
        vault.load(tmp_path / "file")
    with pytest.raises(StorageFailed, match="check the path"):
        vault.save(rich(), tmp_path / "file" / "x.vault")


def test_a_full_disk_leaves_no_half_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault.save(rich())

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFailed, match="No space left"):
        vault.save(rich(), tmp_path / "x.vault")
    assert not list(tmp_path.glob("*.vault*")) + list(tmp_path.glob(".x*"))


def test_purge_by_age_or_all() -> None:
    assert vault.purge(timedelta(0)) == 0
    old, new = vault.save(rich()), vault.save(rich())
    os.utime(old, (0, 0))
    assert vault.purge(timedelta(days=1)) == 1
    assert (old.exists(), new.exists()) == (False, True)
    assert vault.purge(timedelta(0)) == 1


def test_a_vault_of_another_version_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault, "_plain", lambda value: {"record": {}})
    path = vault.save(rich())
    with pytest.raises(StorageFailed, match="another version"):
        vault.load(path)
